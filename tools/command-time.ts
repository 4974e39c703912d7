/**
 * Returns when the command was typed, in milliseconds since 1970: the time recorded by `toolchain.mjs`, which fetched packages
 * first, otherwise the start of this process. Child programs do not inherit it.
 */
export function readCommandTime(env: NodeJS.ProcessEnv): number {
  const noted = Number(env['COUNTERFOIL_COMMANDED_AT_MS'] ?? NaN)
  delete env['COUNTERFOIL_COMMANDED_AT_MS']
  return Number.isFinite(noted) ? noted : performance.timeOrigin
}
