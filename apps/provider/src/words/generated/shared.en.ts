/* Generated from messages/shared.en.arb by packages/messages. Do not edit. */
export const sharedEn = {
  download: "Download PDF",
  print: "Print",
  memberLooks: "This is what your customer sees. Because you are signed in, your visit doesn’t count as a view.",
  accept: "Accept the estimate",
  reject: "Decline it",
  accepted: "This estimate was accepted.",
  rejected: "This estimate was declined.",
  expired: "This estimate is no longer valid. Ask for a new one.",
  link: {
    endless: "This link doesn’t expire",
    ends: (moment: string) => `This link expires on ${moment}`,
    ended: (moment: string) => `This link expired on ${moment}: your customer no longer sees this page`,
    label: "The link expires",
    never: "never",
    now: "now",
    same: (moment: string) => `on ${moment}`,
    days: (count: number) => `in ${count === 1 ? `${count} day` : `${count} days`}`,
    hint: "A new link ends this one at once. Send the document to your customer again afterwards.",
    save: "Save",
    renew: "Make a new link",
  },
}
