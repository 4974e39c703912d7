/** Why Counterfoil asks, in its own words; the provider shows this beside each permission. */
const REASONS: Readonly<Record<string, string>> = {
  'user:read': 'to greet you by name',
  'business:read': 'to show which business is connected',
  'account:read': 'to show your balances',
  'customer:read': 'to show who owes you',
  'invoice:read': 'to show who owes you',
  'product:read': 'to show what sells',
  'user:read@fr': 'pour vous saluer par votre nom',
  'business:read@fr': 'pour montrer quelle entreprise est connectée',
  'account:read@fr': 'pour montrer vos soldes',
  'customer:read@fr': 'pour montrer qui vous doit de l’argent',
  'invoice:read@fr': 'pour montrer qui vous doit de l’argent',
  'product:read@fr': 'pour montrer ce qui se vend',
}

/** What a person may leave out and still connect. */
const OPTIONAL = 'product:read estimate:read sales_tax:read vendor:read'

/** The provider's command that registers Counterfoil for the app at `appUrl`. */
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
    ...Object.entries(REASONS).flatMap(([scope, reason]) => ['--reason', `${scope}=${reason}`]),
  ]
}
