/* Generated from messages/to-do.de.arb by packages/messages. Do not edit. */
export const toDoDe = {
  title: "Heute",
  nothing: "Heute ist nichts zu tun.",
  remind: (customer: string) => `${customer} erinnern`,
  lateOne: (days: number) => `Seit ${days === 1 ? "1 Tag" : `${days} Tagen`} überfällig`,
  late: ({ count, days }: { readonly count: number; readonly days: number }) => `${count} Rechnungen, die älteste seit ${days === 1 ? "1 Tag" : `${days} Tagen`} überfällig`,
  send: (number: string) => `Rechnung ${number} senden`,
  unsent: "Freigegeben, noch nicht gesendet",
  unsentFor: (customer: string) => `${customer}: freigegeben, noch nicht gesendet`,
  drafts: (count: number) => `${count === 1 ? "1 Rechnungsentwurf" : `${count} Rechnungsentwürfe`} fertigstellen`,
  draftsCount: "Entwürfe zählen erst, wenn Sie sie freigeben.",
  businesses: {
    lede: (count: number) => `${count === 1 ? `${count} Unternehmen` : `${count} Unternehmen`} in Counterfoil.`,
    showing: "Wird angezeigt",
    since: (date: string) => `Verbunden am ${date}`,
    by: (email: string, date: string) => `Verbunden von ${email} am ${date}`,
    owed: "Offen",
    late: "Überfällig",
    profit: "Gewinn in diesem Monat",
    first: "Heute zu tun",
  },
}
