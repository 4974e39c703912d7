/* Generated from messages/pause.fr.arb by packages/messages. Do not edit. */
export const pauseFr = {
  title: "Rappels",
  noneSent: "Aucun rappel envoyé d’ici.",
  tones: {
    friendly: "Rappel amical",
    firm: "Rappel ferme",
    final: "Dernier rappel",
  },
  pause: "Suspendre les rappels",
  reason: "Raison (facultatif)",
  until: "Jusqu’au (facultatif)",
  untilHint: "Sans date, jusqu’à ce que vous les repreniez.",
  paused: "Les rappels sont suspendus jusqu’à ce que vous les repreniez.",
  pausedUntil: (day: string) => `Les rappels sont suspendus jusqu’au ${day}.`,
  resume: "Reprendre les rappels",
}
