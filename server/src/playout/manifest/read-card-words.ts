/** The words beside the QR code on a display's card (TW2), by language. */
const WORDS: Record<string, string> = {
  en: 'Read this screen on your phone',
  ar: 'اقرأ ما على هذه الشاشة في هاتفك',
  bn: 'আপনার ফোনে এই স্ক্রিনটি পড়ুন',
  cs: 'Přečtěte si tuto obrazovku v telefonu',
  da: 'Læs denne skærm på din telefon',
  de: 'Diesen Bildschirm auf dem Handy lesen',
  el: 'Διαβάστε αυτή την οθόνη στο κινητό σας',
  es: 'Lea esta pantalla en su móvil',
  fi: 'Lue tämä näyttö puhelimellasi',
  fr: 'Lisez cet écran sur votre téléphone',
  he: 'קראו את המסך הזה בטלפון',
  hi: 'इस स्क्रीन को अपने फ़ोन पर पढ़ें',
  hu: 'Olvassa el ezt a képernyőt a telefonján',
  id: 'Baca layar ini di ponsel Anda',
  it: 'Leggi questo schermo sul telefono',
  ja: 'この画面をスマートフォンで読む',
  ko: '이 화면을 휴대전화로 읽어 보세요',
  nb: 'Les denne skjermen på telefonen din',
  nl: 'Lees dit scherm op uw telefoon',
  pl: 'Przeczytaj ten ekran na telefonie',
  pt: 'Leia esta tela no seu celular',
  ro: 'Citiți acest ecran pe telefon',
  ru: 'Прочитайте этот экран на телефоне',
  sv: 'Läs den här skärmen på din telefon',
  te: 'ఈ స్క్రీన్‌ను మీ ఫోన్‌లో చదవండి',
  th: 'อ่านหน้าจอนี้บนโทรศัพท์ของคุณ',
  tr: 'Bu ekranı telefonunuzda okuyun',
  uk: 'Прочитайте цей екран на телефоні',
  ur: 'یہ اسکرین اپنے فون پر پڑھیں',
  vi: 'Đọc màn hình này trên điện thoại',
  zh: '用手机阅读此屏幕',
  'zh-hant': '用手機閱讀此螢幕',
}

/** @param language of the display, BCP 47; English if it has none, or one that is not listed here */
export function readCardWords(language: string | null): string {
  const asked = (language ?? 'en').toLowerCase()
  const [first = 'en'] = asked.split('-')
  return WORDS[asked] ?? WORDS[first] ?? (WORDS.en as string)
}
