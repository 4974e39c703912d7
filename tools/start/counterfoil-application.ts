import REASONS from './scope-reasons.json' with { type: 'json' }

/** Scopes that a person may deselect and still connect. */
const OPTIONAL = 'product:read estimate:read transaction:read sales_tax:read vendor:read'

/**
 * Returns the provider's command that registers Counterfoil for the app at `appUrl`, with the reason for each permission that
 * the consent page shows.
 */
export function counterfoilApplication(
  appUrl: string,
  restriction: 'single_business' | 'all_businesses' = 'single_business',
): readonly string[] {
  return [
    ...['application', 'create', '--name', 'Counterfoil'],
    ...['--redirect', `${appUrl}/connect/callback`],
    ...['--restriction', restriction],
    ...['--home-page', appUrl],
    ...['--description', 'See your business at a glance'],
    ...['--optional-scopes', OPTIONAL],
    '--iss',
    ...Object.entries(REASONS).flatMap(([scope, { en, ...others }]) => [
      ...['--reason', `${scope}=${en}`],
      ...Object.entries(others).flatMap(([locale, reason]) => ['--reason', `${scope}@${locale}=${reason}`]),
    ]),
  ]
}
