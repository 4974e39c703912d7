/**
 * Where a link "Contact us" leads. A letter begins with the reference, so that nobody has to copy it.
 * @param supportUrl https, or mailto: and one address.
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
