/* Generated from messages/since.fr.arb by packages/messages. Do not edit. */
export const sinceFr = {
  title: (moment: string) => `Depuis votre dernier passage, ${moment}`,
  paid: ({ who, amount }: { readonly who: string; readonly amount: string }) => `${who} a payé ${amount}`,
  late: ({ text, count, amount }: { readonly text: string; readonly count: number; readonly amount: string }) => `${text} ${count < 2 ? "facture est maintenant en retard" : "factures sont maintenant en retard"}, ${amount}${count < 2 ? "" : " ensemble"}`,
  opened: ({ number, who }: { readonly number: string; readonly who: string }) => `La facture ${number} à ${who} a été ouverte`,
  morePaid: (text: string, count: number) => `${text} ${count < 2 ? "autre client a payé" : "autres clients ont payé"}`,
  moreOpened: (text: string, count: number) => `${text} ${count < 2 ? "autre facture a été ouverte" : "autres factures ont été ouvertes"}`,
}
