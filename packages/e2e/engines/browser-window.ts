/** A source of input in terms of WebDriver ("Actions"), which both protocols accept. */
export type InputSource = {
  readonly type: 'key' | 'pointer'
  readonly id: string
  readonly actions: readonly Readonly<Record<string, unknown>>[]
}

/** One browser window behind one of the two WebDriver protocols. */
export type BrowserWindow = {
  /** Resolves once the page has loaded. */
  open(url: string): Promise<void>
  /** Runs `body` as a function in the page; it must return text. */
  run(body: string, args: readonly string[]): Promise<string>
  /** Presses keys and buttons as a person does. */
  perform(sources: readonly InputSource[]): Promise<void>
  resize(size: { readonly width: number; readonly height: number }): Promise<void>
  /** Returns a screenshot as PNG. */
  takePicture(): Promise<Buffer>
  close(): Promise<void>
}
