/* Generated from messages/shared.en.arb by packages/messages. Do not edit. */
export const sharedEn = {
  download: "Download PDF",
  print: "Print",
  memberLooks: "This is what your customer sees. You are signed in, so it doesn’t count as viewed.",
  accept: "Accept the estimate",
  reject: "Reject it",
  accepted: "This estimate is accepted.",
  rejected: "This estimate is rejected.",
  expired: "This estimate is no longer valid. Ask for a new one.",
  link: {
    endless: "This link has no end",
    ends: (moment: string) => `This link ends on ${moment}`,
    ended: (moment: string) => `This link ended on ${moment}: your customer no longer sees this page`,
    label: "The link ends",
    never: "never",
    now: "now",
    same: (moment: string) => `on ${moment}`,
    days: (count: number) => `in ${count === 1 ? `${count} day` : `${count} days`}`,
    hint: "A new link ends this one at once. Send the document to your customer again afterwards.",
    save: "Save",
    renew: "Make a new link",
  },
}
