/** Why Counterfoil asks, in its own words; the provider shows this beside each permission. */
const REASONS: Readonly<Record<string, string>> = {
  'user:read': 'to greet you by name',
  'business:read': 'to show which business is connected',
  'account:read': 'to show your balances',
  'customer:read': 'to show who owes you',
  'invoice:read': 'to show who owes you',
  'product:read': 'to show what sells',
  'estimate:read': 'to show what is on offer',
  'transaction:read': 'to show your cash over time',
  'customer:write': 'to add customers you enter here',
  'product:write': 'to add products you enter here',
  'invoice:write': 'to write the invoices you enter here',
  'invoice:send': 'to send invoices when you press Send',
  'estimate:write': 'to write and invoice the estimates you enter here',
  'estimate:send': 'to send estimates when you press Send',
  'user:read@fr': 'pour vous saluer par votre nom',
  'business:read@fr': 'pour montrer quelle entreprise est connectée',
  'account:read@fr': 'pour montrer vos soldes',
  'customer:read@fr': 'pour montrer qui vous doit de l’argent',
  'invoice:read@fr': 'pour montrer qui vous doit de l’argent',
  'product:read@fr': 'pour montrer ce qui se vend',
  'estimate:read@fr': 'pour montrer ce que vous proposez',
  'transaction:read@fr': 'pour montrer l’évolution de votre trésorerie',
  'customer:write@fr': 'pour ajouter les clients que vous saisissez ici',
  'product:write@fr': 'pour ajouter les produits que vous saisissez ici',
  'invoice:write@fr': 'pour créer les factures que vous saisissez ici',
  'invoice:send@fr': 'pour envoyer une facture quand vous appuyez sur Envoyer',
  'estimate:write@fr': 'pour créer et facturer les devis que vous saisissez ici',
  'estimate:send@fr': 'pour envoyer un devis quand vous appuyez sur Envoyer',
  'user:read@de': 'um Sie mit Namen zu begrüßen',
  'business:read@de': 'um zu zeigen, welches Unternehmen verbunden ist',
  'account:read@de': 'um Ihre Salden zu zeigen',
  'customer:read@de': 'um zu zeigen, wer Ihnen Geld schuldet',
  'invoice:read@de': 'um zu zeigen, wer Ihnen Geld schuldet',
  'product:read@de': 'um zu zeigen, was sich verkauft',
  'estimate:read@de': 'um zu zeigen, was Sie angeboten haben',
  'transaction:read@de': 'um zu zeigen, wie sich Ihr Geld über die Zeit entwickelt',
  'customer:write@de': 'um Kunden hinzuzufügen, die Sie hier eingeben',
  'product:write@de': 'um Produkte hinzuzufügen, die Sie hier eingeben',
  'invoice:write@de': 'um die Rechnungen zu schreiben, die Sie hier eingeben',
  'invoice:send@de': 'um Rechnungen zu senden, wenn Sie auf „Senden“ drücken',
  'estimate:write@de': 'um Angebote zu schreiben und in Rechnung zu stellen, die Sie hier eingeben',
  'estimate:send@de': 'um Angebote zu senden, wenn Sie auf „Senden“ drücken',
}

/** Scopes that a person may untick and still connect. */
const OPTIONAL = 'product:read estimate:read transaction:read sales_tax:read vendor:read'

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
    '--iss',
    ...Object.entries(REASONS).flatMap(([scope, reason]) => ['--reason', `${scope}=${reason}`]),
  ]
}
