/* Generated from messages/messages.en.arb by packages/messages. Do not edit. */
import { html, type HtmlValue } from '#html/html.ts'

export const messagesEn = {
  title: "Sent messages",
  lede: "Invoices, estimates and receipts that went to your customers.",
  limits: (addresses: number, fresh: number, ofApp: number) => `Within 24 hours a business, and a person in all their businesses together, can send to ${addresses} addresses, ${fresh} of them new; an app to ${ofApp}.`,
  used: (business: HtmlValue, addresses: number, fresh: number) => html`${business}, last 24 hours: ${addresses} addresses, ${fresh} of them new.`,
  none: "Nothing has been sent yet.",
  newest: (count: number) => `These are the newest ${count}.`,
  business: "Business",
  to: "To",
  copy: "Copy to",
  answers: "Replies go to",
  made: "Created on",
  text: "Message",
  fault: (code: string, tries: number) => `${tries === 1 ? "One attempt" : `${tries} attempts`} failed (${code}).`,
  download: "Download PDF",
  back: "All messages",
  states: {
    SENT: "Sent",
    WAITING: "Waiting",
    FAILED: "Not sent",
  },
}
