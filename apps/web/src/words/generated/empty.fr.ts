/* Generated from messages/empty.fr.arb by packages/messages. Do not edit. */
export const emptyFr = {
  nothing: ({ name, provider }: { readonly name: string; readonly provider: string }) => `${name} n’a pas encore d’activité chez ${provider}. Ce qui y sera inscrit apparaîtra ici.`,
  show: "Voir un exemple",
  hide: "Masquer l’exemple",
}
