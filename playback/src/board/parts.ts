import {
  type BoardLook,
  type BoardPart,
  type Column,
  type ColumnId,
  LOOK_PARTS,
  type LookPart,
} from '@placard/contract'

type OfTable = Pick<Column, 'id' | 'name' | 'type'>

/** The column of each part of a look. A part without a column is absent. */
export type Parts = { [Part in BoardPart]?: ColumnId }

/**
 * The columns that play the parts of a look: the chosen ones, and for the other parts those whose names or types fit.
 *
 * @param chosen by part; null: no column plays it. A column that does not exist, or is of another type, is guessed again
 */
export function partsOf(
  look: BoardLook,
  columns: readonly OfTable[],
  chosen: { readonly [Part in BoardPart]?: ColumnId | null | undefined },
): Parts {
  const parts: Parts = {}
  const used = new Set<ColumnId>()
  const take = ({ part }: LookPart, column: OfTable | undefined) => {
    if (!column) return
    parts[part] = column.id
    used.add(column.id)
  }
  const fitting = ({ types }: LookPart) => columns.filter(({ id, type }) => types.includes(type) && !used.has(id))
  const open = LOOK_PARTS[look].filter((part) => {
    const id = chosen[part.part]
    const column = fitting(part).find((one) => one.id === id)
    take(part, column)
    return id !== null && !column
  })
  const unnamed = open.filter((part) => {
    const column = fitting(part).find(({ name }) => NAMES[part.part].test(name))
    take(part, column)
    return !column
  })
  for (const part of unnamed.filter(({ isNeeded }) => isNeeded)) take(part, fitting(part)[0])
  for (const part of unnamed.filter(({ part, isNeeded }) => !isNeeded && BY_TYPE[look].includes(part))) {
    take(part, fitting(part)[0])
  }
  return parts
}

/** True if every part that the look cannot do without has a column. */
export function isDrawable(look: BoardLook, columns: readonly OfTable[], parts: Parts): boolean {
  const isThere = ({ part, isNeeded }: LookPart) => !isNeeded || parts[part] !== undefined
  return columns.length > 0 && LOOK_PARTS[look].every(isThere)
}

/** The parts that a column may play by its type alone. A part that is needed always may. */
const BY_TYPE: Readonly<Record<BoardLook, readonly BoardPart[]>> = {
  menu: ['price', 'picture', 'sold-out'],
  departures: ['date', 'to'],
  directory: ['place'],
  results: ['points'],
  numbers: ['name'],
  days: [],
  rooms: ['date', 'until', 'place'],
  plain: [],
}

/** Names of columns in common languages, as people head their lists. */
const NAMES: Readonly<Record<BoardPart, RegExp>> = {
  section:
    /section|category|course|group|department|floor|level|kategorie|gang|gruppe|abteilung|stock|etage|catégorie|rubrique|étage|service|categor[ií]a|planta|piso|categoria|reparto|piano|afdeling|verdieping|قسم|فئة|طابق|वर्ग|मंज़िल|విభాగం|అంతస్తు|类别|分类|楼层|部门|区分|階|分類/i,
  name: /name|dish|item|product|meal|title|what|event|person|who|team|player|gericht|speise|titel|veranstaltung|wer|mannschaft|nom|plat|titre|événement|équipe|nombre|plato|título|equipo|nome|piatto|squadra|prato|naam|gerecht|اسم|طبق|عنوان|فريق|नाम|व्यंजन|టైటిల్|పేరు|వంటకం|名称|名字|姓名|菜名|菜品|品名|名前|料理|氏名/i,
  note: /note|description|details|remark|info|status|comment|beschreibung|hinweis|bemerkung|anmerkung|remarque|détails?|descripción|nota|observ|descrizione|descrição|opmerking|omschrijving|ملاحظ|وصف|حالة|विवरण|टिप्पणी|వివరణ|గమనిక|说明|备注|描述|状态|備考|説明|状況/i,
  allergens: /allerg|diet|allergène|alérgen|مسببات|حساسية|एलर्ज|అలెర్జ|过敏|アレルギー|アレルゲン/i,
  picture: /picture|photo|image|bild|foto|imagen|immagine|afbeelding|صورة|चित्र|తస్వీర్|చిత్రం|图片|照片|写真|画像/i,
  price: /price|cost|preis|prix|tarif|precio|prezzo|preço|prijs|سعر|ثمن|मूल्य|दाम|कीमत|ధర|价格|价钱|値段|価格/i,
  'sold-out':
    /sold.?out|unavailable|ausverkauft|vergriffen|épuisé|agotado|esaurito|esgotado|uitverkocht|نفد|نفذ|बिक|అమ్ముడు|售罄|卖完|售完|売り切れ|完売/i,
  date: /date|day|datum|tag|jour|fecha|día|data|giorno|dia|dag|birthday|geburtstag|anniversaire|تاريخ|يوم|तारीख|दिनांक|తేదీ|日期|日付|誕生日|生日/i,
  time: /time|departure|departs|from|start|begin|zeit|uhrzeit|abfahrt|von|beginn|heure|départ|de\b|début|hora|salida|inicio|ora|partenza|inizio|tijd|vertrek|وقت|موعد|من\b|समय|సమయం|时间|時間|時刻|发车|開始|开始/i,
  until:
    /until|till|end|ends|to\b|bis|ende|fin|jusqu|hasta|fine|fino|fim|até|einde|tot\b|حتى|إلى|انتهاء|तक|समाप्ति|వరకు|ముగింపు|结束|終了/i,
  line: /line|route|number|no\.|flight|train|bus|gate no|linie|zug|flug|ligne|vol\b|línea|ruta|vuelo|linea|treno|volo|linha|lijn|trein|خط|رحلة|رقم|लाइन|ट्रेन|लाइन|బస్సు|లైన్|రైలు|线路|车次|航班|路線|系統|便名/i,
  to: /\bto\b|destination|towards|direction|ziel|nach|richtung|vers|destino|hacia|destinazione|bestemming|richting|وجهة|إلى|अंत|गंतव्य|గమ్యం|目的地|终点|开往|行き先|行先/i,
  place:
    /place|platform|gate|stop|track|bay|room|where|office|location|gleis|steig|bahnsteig|raum|zimmer|ort|quai|voie|porte|salle|bureau|lieu|andén|puerta|sala|despacho|lugar|binario|stanza|plataforma|perron|spoor|kamer|رصيف|بوابة|غرفة|قاعة|مكان|प्लेटफ़ॉर्म|कमरा|स्थान|ప్లాట్‌ఫాం|గది|స్థలం|站台|登机口|房间|会议室|地点|のりば|番線|部屋|会議室|場所/i,
  rank: /rank|place|position|pos\.?$|#|rang|platz|classement|puesto|posición|posizione|posição|plaats|ترتيب|مركز|स्थान|रैंक|ర్యాంక్|స్థానం|名次|排名|順位/i,
  points:
    /points?|score|total|pts|punkte|ergebnis|résultat|puntos|resultado|punti|punteggio|pontos|punten|نقاط|نتيجة|अंक|స్కోర్|పాయింట్లు|得分|积分|分数|点数|得点/i,
  value:
    /value|number|amount|total|count|current|wert|zahl|anzahl|valeur|nombre|valor|número|valore|numero|waarde|aantal|قيمة|عدد|रقम|मान|संख्या|విలువ|సంఖ్య|数值|数量|值|数値/i,
  change:
    /change|trend|delta|difference|±|änderung|veränderung|differenz|évolution|variation|cambio|variación|variazione|mudança|variação|verandering|تغير|تغيير|बदलाव|परिवर्तन|మార్పు|变化|变动|增减|変化|増減/i,
  curve:
    /curve|history|series|trend|kurve|verlauf|courbe|historique|curva|historial|storico|histórico|منحنى|سجل|इतिहास|చరిత్ర|曲线|历史|推移/i,
}
