import { formPath } from '#navigation/paths.ts'

/** The part of the address of a new invoice that names the one it begins as a copy of. */
export const COPY_OF = 'copy'

/** The address of a new invoice that begins as a copy of this one. */
export function copyPath(id: string): string {
  return `${formPath('invoice', null)}?${new URLSearchParams({ [COPY_OF]: id }).toString()}`
}
