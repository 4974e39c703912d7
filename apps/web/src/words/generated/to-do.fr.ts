/* Generated from messages/to-do.fr.arb by packages/messages. Do not edit. */
export const toDoFr = {
  title: "Aujourd’hui",
  nothing: "Rien à faire aujourd’hui.",
  remind: (customer: string) => `Relancer ${customer}`,
  lateOne: (days: number) => `${days < 2 ? "1 jour" : `${days} jours`} de retard`,
  late: ({ count, days }: { readonly count: number; readonly days: number }) => `${count} factures, dont une avec ${days < 2 ? "1 jour" : `${days} jours`} de retard`,
  send: (number: string) => `Envoyer la facture ${number}`,
  unsent: "Validée, pas encore envoyée",
  unsentFor: (customer: string) => `${customer}\u00a0: validée, pas encore envoyée`,
  drafts: (count: number) => `Terminer ${count < 2 ? "1 brouillon" : `${count} brouillons`} de facture`,
  draftsCount: "Les brouillons ne comptent qu’une fois validés.",
  businesses: {
    lede: (count: number) => `${count < 2 ? `${count} entreprise` : `${count} entreprises`} dans Counterfoil.`,
    showing: "Affichée",
    since: (date: string) => `Connectée le ${date}`,
    by: (email: string, date: string) => `Connectée par ${email} le ${date}`,
    owed: "On vous doit",
    late: "En retard",
    profit: "Bénéfice de ce mois",
    first: "À faire aujourd’hui",
  },
}
