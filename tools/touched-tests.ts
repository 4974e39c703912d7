/** What puts a whole program together, or starts one for tests. */
const ASSEMBLES =
  /\/src\/(?:wiring\/[^/]+|run|app|main|admin-main)\.ts$|^packages\/testkit\/src\/|^apps\/web\/src\/(?:app|testing)\/|^tools\/(?:provision|step)\.ts$|\/words\/|\/testing\//

/**
 * Chooses the tests that a change touches.
 *
 * @param options.affected Returns `files` and what imports them, on ways through files that `mayPass` allows.
 */
export function chooseTests(options: {
  readonly changed: readonly string[]
  readonly tests: readonly string[]
  readonly specs: readonly string[]
  readonly dirname: (file: string) => string
  readonly affected: (files: readonly string[], mayPass: (file: string) => boolean) => ReadonlySet<string>
}): { readonly tests: readonly string[]; readonly specs: readonly string[] } {
  const { changed, dirname } = options
  const near = options.affected(changed, (file) => changed.includes(file) || !ASSEMBLES.test(file))
  const folders = new Set(changed.filter((file) => /\/src\/.*\.tsx?$/.test(file)).map(dirname))
  const ofBrowser = options.affected(
    changed.filter((file) => file.startsWith('packages/e2e/')),
    (file) => file.startsWith('packages/e2e/'),
  )
  return {
    tests: options.tests.filter(
      (file) => near.has(file) || (file.endsWith('.http.test.ts') && folders.has(dirname(file))),
    ),
    specs: options.specs.filter((file) => ofBrowser.has(file)),
  }
}
