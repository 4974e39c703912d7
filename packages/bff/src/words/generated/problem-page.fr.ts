/* Generated from messages/problem-page.fr.arb by packages/messages. Do not edit. */
export const problemPageFr = {
  home: (app: string) => `Aller sur ${app}`,
  contact: "Nous écrire",
  reference: "Référence",
  other: {
    title: "Désolés, il y a un problème",
    meaning: "Vous n’y êtes pour rien. Vos chiffres ne sont pas touchés.",
    advice: "Revenez en arrière et réessayez. Si cela se reproduit, donnez-nous la référence.",
  },
  words: {
    "store-unavailable": {
      title: (app: string) => `${app} n’est pas disponible pour le moment`,
      meaning: "Vous n’y êtes pour rien. Si vous veniez d’appuyer sur un bouton, l’action n’a peut-être pas eu lieu.",
      advice: "Attendez un instant, puis rechargez cette page.",
    },
    "rate-limited": {
      title: "Cela fait beaucoup à la fois",
      meaning: "Rien n’a été modifié.",
      advice: "Attendez une minute, puis rechargez cette page.",
    },
    "csrf-token-mismatch": {
      title: "Cette page est restée ouverte trop longtemps, ou les cookies sont bloqués",
      meaning: "Rien n’a été modifié.",
      advice: (app: string) => `${app} a besoin d’un cookie pour continuer. Autorisez-le, puis recommencez.`,
    },
    "cross-site-request": {
      title: "Autre chose a essayé de lancer cette action",
      meaning: "Nous l’avons arrêtée, et rien n’a été modifié.",
      advice: (app: string) => `Ouvrez ${app} et recommencez à partir de là.`,
    },
    "session-ended": {
      title: "Votre session est terminée",
      meaning: "Ce qui est connecté le reste.",
      advice: (app: string) => `Ouvrez ${app} et connectez-vous de nouveau.`,
    },
    "not-found": {
      title: "Cette page est introuvable",
      meaning: "L’adresse est peut-être fausse, ou la page n’existe plus.",
      advice: (app: string) => `Ouvrez ${app} et continuez à partir de là.`,
    },
  },
}
