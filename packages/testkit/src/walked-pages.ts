/**
 * The addresses of pages that the browser tests look at: axe, both schemes, 320 px, text of 200 %. A test beside the
 * routers compares them with what is served, so that a page nobody has looked at is noticed.
 */

/** The pages of the app, as in `apps/web/src/navigation/paths.ts`; tested by `packages/e2e/app/connection-states.deep.spec.ts`. */
export const APP_PAGES: readonly string[] = [
  '/',
  '/businesses',
  '/accounts',
  '/customers',
  '/estimates',
  '/invoices',
  '/products',
  '/search',
  '/periods',
  '/transactions',
  '/profile',
  '/settings/connection',
  '/settings/connection/disconnect',
  '/settings/sessions',
]

/** The pages of an authorization request at Harbour; tested by `packages/e2e/harbour/large-text-of-*.deep.spec.ts`. */
export const HARBOUR_REQUEST_PAGES: readonly string[] = [
  '/authorize/:handle',
  '/authorize/:handle/accounts',
  '/authorize/:handle/sign-in',
  '/authorize/:handle/sign-in/code',
]

/** The pages of Harbour's site; tested by the same files. */
export const HARBOUR_SITE_PAGES: readonly string[] = [
  '/',
  '/businesses/:id/payment-details',
  '/confirm-password',
  '/connected-apps',
  '/connected-apps/:grantId',
  '/connected-apps/:grantId/businesses/:businessId',
  '/connected-apps/:grantId/businesses/:businessId/remove',
  '/connected-apps/:grantId/remove',
  '/connected-apps/remove-all',
  '/developers',
  '/developers/:id',
  '/developers/:id/delete',
  '/developers/:id/edit',
  '/developers/:id/log',
  '/developers/new',
  '/developers/tokens/new',
  '/estimates/:anonymousId',
  '/forgot-password',
  '/help',
  '/invoices/:anonymousId',
  '/messages',
  '/messages/:id',
  '/oauth2/end-session/',
  '/plans',
  '/privacy',
  '/reset-password',
  '/security',
  '/security/password',
  '/security/recovery-codes',
  '/security/turn-off',
  '/security/turn-on',
  '/sign-in',
  '/sign-in/code',
  '/sign-out',
]

/** The passkey pages, which need a host name instead of an IP address; tested by `packages/e2e/harbour/passkeys.deep.spec.ts`. */
export const HARBOUR_PASSKEY_PAGES: readonly string[] = [
  '/security/passkeys/:id/remove',
  '/security/passkeys/new',
]

/** Returns the page of the list to which an address belongs; a literal page takes precedence over one with a `:name`. */
export function pageOf(address: string, pages: readonly string[]): string | undefined {
  const parts = new URL(address).pathname.split('/')
  const fits = (page: string) => {
    const wanted = page.split('/')
    return (
      wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
    )
  }
  return pages.toSorted((one, other) => one.split(':').length - other.split(':').length).find(fits)
}
