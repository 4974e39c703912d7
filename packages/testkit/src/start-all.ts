/**
 * Starts all at once. If one fails, the others are stopped as soon as they run, and the first error is thrown after the last of
 * them has ended.
 */
export async function startAll<Started extends { stop(): Promise<void> }>(
  starts: readonly (() => Promise<Started>)[],
): Promise<readonly Started[]> {
  const outcomes = await Promise.allSettled(starts.map((start) => start()))
  const running = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed === undefined) return running
  await Promise.all(running.map((started) => started.stop()))
  throw failed.reason
}
