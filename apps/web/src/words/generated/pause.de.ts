/* Generated from messages/pause.de.arb by packages/messages. Do not edit. */
export const pauseDe = {
  title: "Erinnerungen",
  noneSent: "Von hier wurde noch keine gesendet.",
  tones: {
    friendly: "Freundliche Erinnerung",
    firm: "Deutliche Erinnerung",
    final: "Letzte Erinnerung",
  },
  pause: "Erinnerungen aussetzen",
  reason: "Grund (optional)",
  until: "Bis (optional)",
  untilHint: "Ohne Tag, bis Sie sie wieder aufnehmen.",
  paused: "Die Erinnerungen sind ausgesetzt, bis Sie sie wieder aufnehmen.",
  pausedUntil: (day: string) => `Die Erinnerungen sind bis ${day} ausgesetzt.`,
  resume: "Erinnerungen wieder aufnehmen",
}
