/* Generated from messages/since.en.arb by packages/messages. Do not edit. */
export const sinceEn = {
  title: (moment: string) => `Since you last looked, ${moment}`,
  paid: ({ who, amount }: { readonly who: string; readonly amount: string }) => `${who} paid ${amount}`,
  late: ({ text, count, amount }: { readonly text: string; readonly count: number; readonly amount: string }) => `${text} ${count === 1 ? "invoice" : "invoices"} became late, ${amount}${count === 1 ? "" : " together"}`,
  opened: ({ number, who }: { readonly number: string; readonly who: string }) => `Invoice ${number} to ${who} was opened`,
  morePaid: (text: string, count: number) => `${text} more ${count === 1 ? "customer" : "customers"} paid`,
  moreOpened: (text: string, count: number) => `${text} more ${count === 1 ? "invoice was" : "invoices were"} opened`,
}
