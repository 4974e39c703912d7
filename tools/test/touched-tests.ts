/** Files that assemble a whole program, or start one for tests. */
const ASSEMBLES =
  /\/src\/(?:run|app|engine|provider|main|admin-main)\.ts$|^packages\/testkit\/src\/|^apps\/web\/src\/(?:app|testing)\/|^tools\/(?:provision|step)\.ts$|\/words\/|\/testing\//
const TEST_ENDING = /(?:\.wide)?(?:\.http)?\.test\.tsx?$/
const isHttp = (file: string): boolean => file.endsWith('.http.test.ts')

/** The most tests that are chosen: two cores run them in 15 seconds. HTTP tests take longer, because they start services. */
export const MOST_TESTS = { http: 6, other: 40 }

type ChosenTests = {
  readonly tests: readonly string[]
  readonly specs: readonly string[]
  /** Tests that the change may also affect, but that are further away. */
  readonly leftOut: readonly string[]
}

/**
 * Chooses the tests for a change: all changed tests, and the nearest {@link MOST_TESTS} of those that it affects. Tests named
 * after a changed file come first, then others of its folder, then by the number of imports between them.
 *
 * @param options.affected Returns `files` and their importers through files that `mayPass` allows, the nearest first.
 */
export function chooseTests(options: {
  readonly changed: readonly string[]
  readonly tests: readonly string[]
  readonly specs: readonly string[]
  readonly dirname: (file: string) => string
  readonly affected: (files: readonly string[], mayPass: (file: string) => boolean) => ReadonlySet<string>
}): ChosenTests {
  const { changed, dirname } = options
  const near = options.affected(changed, (file) => changed.includes(file) || !ASSEMBLES.test(file))
  const sources = changed.filter((file) => /\/src\/.*\.tsx?$/.test(file) && !TEST_ENDING.test(file))
  const folders = new Set(sources.map(dirname))
  const stems = new Set(sources.map((file) => file.replace(/\.tsx?$/, '')))
  const isNeighbour = (file: string): boolean => folders.has(dirname(file))

  const tests = new Set(options.tests)
  const reached = [...near].filter((file) => tests.has(file))
  const neighbours = options.tests.filter((file) => isHttp(file) && isNeighbour(file))
  const beside = options.tests.filter((file) => stems.has(file.replace(TEST_ENDING, '')))
  const ordered = [...new Set([...beside, ...reached.filter(isNeighbour), ...neighbours, ...reached])]
  const others = ordered.filter((file) => !changed.includes(file))
  const nearest = new Set([
    ...changed.filter((file) => tests.has(file)),
    ...others.filter(isHttp).slice(0, MOST_TESTS.http),
    ...others.filter((file) => !isHttp(file)).slice(0, MOST_TESTS.other),
  ])
  const ofBrowser = options.affected(
    changed.filter((file) => file.startsWith('packages/e2e/')),
    (file) => file.startsWith('packages/e2e/'),
  )
  return {
    tests: options.tests.filter((file) => nearest.has(file)),
    specs: options.specs.filter((file) => ofBrowser.has(file)),
    leftOut: others.filter((file) => !nearest.has(file)),
  }
}
