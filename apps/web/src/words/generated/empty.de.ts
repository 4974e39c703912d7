/* Generated from messages/empty.de.arb by packages/messages. Do not edit. */
export const emptyDe = {
  nothing: ({ name, provider }: { readonly name: string; readonly provider: string }) => `${name} hat bei ${provider} noch keine Vorgänge. Sobald dort etwas eingetragen wird, erscheint es hier.`,
  show: "Beispiel ansehen",
  hide: "Beispiel ausblenden",
}
