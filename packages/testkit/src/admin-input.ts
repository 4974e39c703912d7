/** Splits a command line of the tests: `--password …` is the input typed on request, because there is no such option. */
export function splitInput(argv: readonly string[]): {
  readonly argv: readonly string[]
  readonly input: { readonly password?: string }
} {
  const at = argv.indexOf('--password')
  const password = at === -1 ? undefined : argv[at + 1]
  if (password === undefined) return { argv, input: {} }
  return { argv: argv.toSpliced(at, 2), input: { password } }
}
