/* Generated from messages/pause.en.arb by packages/messages. Do not edit. */
export const pauseEn = {
  title: "Reminders",
  noneSent: "None sent from here yet.",
  tones: {
    friendly: "Friendly reminder",
    firm: "Firm reminder",
    final: "Last reminder",
  },
  pause: "Pause reminders",
  reason: "Reason (optional)",
  until: "Until (optional)",
  untilHint: "Without a day, until you resume them.",
  paused: "Reminders are paused until you resume them.",
  pausedUntil: (day: string) => `Reminders are paused until ${day}.`,
  resume: "Resume reminders",
}
