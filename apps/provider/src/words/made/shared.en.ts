/* Generated from messages/shared.en.arb by packages/messages. Do not edit. */
export const sharedEn = {
  download: "Download PDF",
  print: "Print",
  memberLooks: "This is what your customer sees. You are signed in, so it does not count as viewed.",
  accept: "Accept the estimate",
  reject: "Reject it",
  accepted: "This estimate is accepted.",
  rejected: "This estimate is rejected.",
  expired: "This estimate is no longer valid. Ask for a new one.",
}
