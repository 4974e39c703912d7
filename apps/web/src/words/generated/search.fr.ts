/* Generated from messages/search.fr.arb by packages/messages. Do not edit. */
export const searchFr = {
  label: "Client, produit, numéro de facture ou montant dû",
  customers: "Clients",
  products: "Produits",
  invoices: "Factures",
  theirInvoices: "Factures",
  invoice: (number: string) => `Facture ${number}`,
  due: (amount: string) => `${amount} à payer`,
  searching: "Recherche en cours…",
  found: (count: number) => count < 2 ? `${count} résultat.` : `${count} résultats.`,
  foundAtLeast: (count: number) => `Au moins ${count} résultats. Précisez pour en trouver moins.`,
  unread: "Tous les noms n’ont pas pu être lus\u00a0: il peut manquer quelque chose ici.",
  none: ({ text, places }: { readonly text: string; readonly places: string }) => `Rien trouvé pour «\u00a0${text}\u00a0» parmi ${places}.`,
  onlyBeginnings: "Dans les longues listes, seuls les noms qui commencent ainsi sont trouvés.",
  place: {
    customers: "les clients",
    products: "les produits que vous vendez",
    numbers: "les numéros de facture",
    amounts: "les montants dus",
  },
}
