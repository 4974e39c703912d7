/* Generated from messages/since.de.arb by packages/messages. Do not edit. */
export const sinceDe = {
  title: (moment: string) => `Seit Ihrem letzten Besuch, ${moment}`,
  paid: ({ who, amount }: { readonly who: string; readonly amount: string }) => `${who} hat ${amount} bezahlt`,
  late: ({ text, count, amount }: { readonly text: string; readonly count: number; readonly amount: string }) => `${text} ${count === 1 ? `Rechnung wurde überfällig, ${amount}` : `Rechnungen wurden überfällig, zusammen ${amount}`}`,
  opened: ({ number, who }: { readonly number: string; readonly who: string }) => `Rechnung ${number} an ${who} wurde geöffnet`,
  morePaid: (text: string, count: number) => `${text} ${count === 1 ? "weiterer Kunde hat" : "weitere Kunden haben"} bezahlt`,
  moreOpened: (text: string, count: number) => `${text} ${count === 1 ? "weitere Rechnung wurde" : "weitere Rechnungen wurden"} geöffnet`,
}
