/**
 * Returns the address of a link "Contact us". An e-mail gets the subject, so that nobody has to copy the reference.
 * @param supportUrl An https address, or mailto: with one address.
 * @param subject For example "Reference 7F2K-91".
 */
export function contactAddress({
  supportUrl,
  subject,
}: {
  readonly supportUrl: string
  readonly subject: string | undefined
}): string {
  const isBare = supportUrl.startsWith('mailto:') && !supportUrl.includes('?')
  return isBare && subject !== undefined ? `${supportUrl}?subject=${encodeURIComponent(subject)}` : supportUrl
}
