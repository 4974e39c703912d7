/**
 * Reloads the page if a file that failed to load is available now, or is gone for good: most browsers remember the failure of a
 * module as long as the document lives (Chromium 153 does, 156 does not), so that importing it again sends no request. Without an
 * answer the page stays.
 *
 * @param thrown The error of `import()`. Chromium and Firefox name the file in it; otherwise the page itself is requested.
 */
export async function reloadWherePartIsThere(thrown?: unknown): Promise<void> {
  const file = thrown instanceof Error ? /https?:\S+/.exec(thrown.message)?.[0] : undefined
  const answer = await fetch(file ?? location.href, { method: 'HEAD', cache: 'no-store' }).catch(
    () => undefined,
  )
  if (answer !== undefined && (answer.ok || answer.status === 404)) location.reload()
}
