/* Generated from messages/empty.en.arb by packages/messages. Do not edit. */
export const emptyEn = {
  nothing: ({ name, provider }: { readonly name: string; readonly provider: string }) => `${name} has no activity in ${provider} yet. When something is entered there, it shows here.`,
  show: "See an example",
  hide: "Hide the example",
}
