/**
 * Returns `source.text` with `edit.searched` replaced.
 *
 * @throws when it does not occur exactly once
 */
export function replaceOnce(
  source: { readonly file: string; readonly text: string },
  edit: { readonly searched: string; readonly replacement: string },
): string {
  const parts = source.text.split(edit.searched)
  if (parts.length !== 2)
    throw new Error(`${source.file} has ${parts.length - 1} times, instead of once: ${edit.searched}`)
  return parts.join(edit.replacement)
}
