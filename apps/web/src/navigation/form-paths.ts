/** Forms with a page of their own, and the list that their records are in. */
const FOLDERS = { customer: 'customers', product: 'products', invoice: 'invoices' } as const
export type FormName = keyof typeof FOLDERS

/** The address of a form. @param id Null for a new one. */
export function formPath(form: FormName, id: string | null): string {
  return id === null ? `/${FOLDERS[form]}/new` : `/${FOLDERS[form]}/${encodeURIComponent(id)}/edit`
}

/** Which form an address is; undefined when it is none. */
export function readFormPath(
  path: string,
): { readonly form: FormName; readonly id: string | null } | undefined {
  const [, folder, name = '', end, ...more] = path.split('/')
  const form = (Object.keys(FOLDERS) as FormName[]).find((known) => FOLDERS[known] === folder)
  if (form === undefined || more.length > 0) return undefined
  if (name === 'new' && end === undefined) return { form, id: null }
  if (name === '' || end !== 'edit') return undefined
  try {
    return { form, id: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}
