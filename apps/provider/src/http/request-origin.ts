/** Reason for refusing a form post. The log names the layer that refused. */
type PostOriginFault = 'cross-site' | 'foreign-origin' | 'null-origin' | 'no-origin'

type PostOriginHeaders = {
  readonly secFetchSite: string | undefined
  readonly origin: string | undefined
  readonly referer: string | undefined
}

/**
 * Is this form post from one of our own pages? Undefined when it is.
 *
 * Fetch Metadata first, then `Origin`, then `Referer` for browsers that send neither. A post that carries none of the
 * three is refused: every browser that can keep our cookie sends at least one with a form post.
 *
 * @param ownOrigin The origin of the public URL.
 * @see https://www.w3.org/TR/fetch-metadata/ Sec-Fetch-Site
 */
export function findPostOriginFault(
  headers: PostOriginHeaders,
  ownOrigin: string,
): PostOriginFault | undefined {
  if (headers.secFetchSite !== undefined && headers.secFetchSite !== 'same-origin') return 'cross-site'
  if (headers.origin === 'null') return 'null-origin'
  if (headers.origin !== undefined) return headers.origin === ownOrigin ? undefined : 'foreign-origin'
  if (headers.referer !== undefined)
    return originOf(headers.referer) === ownOrigin ? undefined : 'foreign-origin'
  return headers.secFetchSite === 'same-origin' ? undefined : 'no-origin'
}

function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined
}
