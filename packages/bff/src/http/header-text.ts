/** Returns a header as one text. Several headers of one name are joined as in RFC 9110 section 5.3. */
export function headerText(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ')
}
