import ar from '../../../messages/ar/board.json' with { type: 'json' }
import de from '../../../messages/de/board.json' with { type: 'json' }
import es from '../../../messages/es/board.json' with { type: 'json' }
import fr from '../../../messages/fr/board.json' with { type: 'json' }
import hi from '../../../messages/hi/board.json' with { type: 'json' }
import ja from '../../../messages/ja/board.json' with { type: 'json' }
import pt from '../../../messages/pt-BR/board.json' with { type: 'json' }
import te from '../../../messages/te/board.json' with { type: 'json' }
import zh from '../../../messages/zh-Hans/board.json' with { type: 'json' }

/** The few words that a board adds to a table, in English. `messages/<language>/board.json` has them in the other languages. */
export const ENGLISH = {
  nothing: 'Nothing to show at the moment',
  free: 'Free',
  /** `{time}` */
  'free-until': 'Free until {time}',
  next: 'Next',
  today: 'Today',
  /** The name of the column that a screen adds. */
  state: 'Status',
}

/** By the first part of the language's tag. */
const WORDS: Readonly<Record<string, typeof ENGLISH>> = { ar, de, es, fr, hi, ja, pt, te, zh }

/** The words of a board in its table's language if it is known here, otherwise in English. */
export function boardWords(language: string): typeof ENGLISH {
  return WORDS[language.toLowerCase().split('-', 1)[0] ?? ''] ?? ENGLISH
}
