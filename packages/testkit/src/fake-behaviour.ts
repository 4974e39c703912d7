import type { IncomingMessage, ServerResponse } from 'node:http'
import { cut, HttpAnswer, send } from './fake-http.ts'

export type FakeEndpoint = 'authorize' | 'token' | 'revoke' | 'graphql' | 'metadata'

/** Behaviour of a fake endpoint in place of its right answer. */
export type FakeBehaviour =
  /** Sends any answer: an HTML page, broken JSON, a 500 … Text is sent unchanged. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: unknown
      readonly headers?: Record<string, string>
    }
  /** Executes the call and changes members of the right answer; a member that is undefined is left out. */
  | { readonly kind: 'change'; readonly changes: Readonly<Record<string, unknown>> }
  /** Executes the call, then answers only when `until` has resolved: a slow provider without a clock. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  /** Waits for `until` before it does anything. */
  | { readonly kind: 'hold-before'; readonly until: Promise<unknown> }
  /** Executes the call and closes the connection without an answer, so that the answer is lost. */
  | { readonly kind: 'lose-answer' }
  /** Closes the connection and does nothing. */
  | { readonly kind: 'drop' }
  /** Sends the first `bytes` of the right answer, then breaks the connection. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** Reads the request and never answers. */
  | { readonly kind: 'silent' }

export type FakeCall = {
  readonly endpoint: FakeEndpoint
  readonly method: string
  readonly headers: IncomingMessage['headers']
  /** The query of authorize, the form of token and revoke. */
  readonly fields: Readonly<Record<string, string>>
  /** The body as it was received. */
  readonly body: string
  /** False if the caller disconnected before the answer ended. */
  finished: boolean
  /** The time at which the caller disconnected or the answer ended, by the monotonic clock of this process. */
  closedAtMs: number | undefined
  /** Resolves when the answer ended or the caller went away. */
  readonly closed: Promise<void>
}

/** Answers a call according to `behaviour`, or correctly without one. */
export async function behave(
  res: ServerResponse,
  behaviour: FakeBehaviour | undefined,
  work: () => Promise<HttpAnswer>,
): Promise<void> {
  switch (behaviour?.kind) {
    case undefined:
      return send(res, await work())
    case 'answer':
      return send(res, new HttpAnswer(behaviour.status, behaviour.body, behaviour.headers))
    case 'change': {
      const { status, body, headers } = await work()
      return send(res, new HttpAnswer(status, { ...(body as object), ...behaviour.changes }, headers))
    }
    case 'hold': {
      const answer = await work()
      await behaviour.until
      return send(res, answer)
    }
    case 'hold-before':
      await behaviour.until
      return send(res, await work())
    case 'lose-answer':
      await work()
      return void res.destroy()
    case 'drop':
      return void res.destroy()
    case 'cut':
      return cut(res, await work(), behaviour.bytes)
    case 'silent':
      return undefined
  }
}
