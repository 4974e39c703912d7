/* Generated from messages/problem-page.fr.arb by packages/messages. Do not edit. */
export const problemPageFr = {
  home: "Aller à Counterfoil",
  contact: "Nous écrire",
  reference: "Référence",
  other: {
    title: "Désolés, il y a un problème",
    meaning: "Vous n’y êtes pour rien. Vos chiffres ne sont pas touchés.",
    advice: "Revenez en arrière et réessayez. Si cela se reproduit, donnez-nous la référence.",
  },
  words: {
    "store-unavailable": {
      title: "Counterfoil n’est pas disponible pour le moment",
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
      advice: "Counterfoil a besoin d’un cookie pour continuer. Autorisez-le, puis recommencez.",
    },
    "cross-site-request": {
      title: "Autre chose a essayé de lancer cette action",
      meaning: "Nous l’avons arrêtée, et rien n’a été modifié.",
      advice: "Ouvrez Counterfoil et recommencez à partir de là.",
    },
    "session-ended": {
      title: "Votre compte a été déconnecté de Counterfoil",
      meaning: "Ce qui est connecté le reste.",
      advice: "Ouvrez Counterfoil et connectez-vous de nouveau.",
    },
    "not-found": {
      title: "Cette page est introuvable",
      meaning: "L’adresse est peut-être fausse, ou la page n’existe plus.",
      advice: "Ouvrez Counterfoil et continuez à partir de là.",
    },
  },
}
