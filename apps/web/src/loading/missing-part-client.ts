/**
 * Loads the page again when a file of it that did not load can be had now, or is not there any more: most browsers remember for as long
 * as the document lives that a module did not load (Chromium 153 does, 156 does not), so that importing it again asks nobody. Without an
 * answer the page stays.
 *
 * @param thrown By `import()`. Chromium and Firefox name the file in it; otherwise the page itself is asked for.
 */
export async function reloadWherePartIsThere(thrown?: unknown): Promise<void> {
  const file = thrown instanceof Error ? /https?:\S+/.exec(thrown.message)?.[0] : undefined
  const answer = await fetch(file ?? location.href, { method: 'HEAD', cache: 'no-store' }).catch(
    () => undefined,
  )
  if (answer !== undefined && (answer.ok || answer.status === 404)) location.reload()
}
