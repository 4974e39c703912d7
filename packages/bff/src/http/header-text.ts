/** A header as one text; several of one name are joined as RFC 9110 section 5.3 says. */
export function headerText(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ')
}
