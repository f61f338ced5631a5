import type { SameShape } from '../../translate.ts'
import type { words as english } from '../en/addresses.ts'

export const words: SameShape<typeof english> = {
  'error.address-youtube':
    'هذه الصفحة لا تعمل إلا على YouTube. افتح هناك فيلمًا أو قائمة تشغيل أو بثًا مباشرًا، واضغط «مشاركة»، ثم الصق ذلك العنوان.',
  'error.address-youtube-private':
    'تُعدّ YouTube هذه القائمة لك وحدك. ضع الأفلام في قائمة تشغيل عامة أو غير مُدرجة، ثم الصق عنوانها.',
  'error.address-vimeo': 'هذه الصفحة من Vimeo ليست فيلمًا. افتح الفيلم هناك والصق عنوانه.',
  'error.address-twitch': 'هذه الصفحة من Twitch لا تعمل في مكان آخر. الصق عنوان قناة أو فيديو أو مقطع.',
  'error.address-twitch-https': 'لا يعمل Twitch إلا في صفحات https. يستطيع مسؤول هذا الخادم إعداد ذلك (PUBLIC_URL).',
  'error.address-folder': 'هذا مجلد ولا يمكن تشغيله. نزّل الملفات التي فيه ثم أفلتها هنا.',
  'error.address-shared-file': 'لا يُعطى هذا الملف للشاشات من مكانه. نزّله ثم أفلته هنا، فيعمل بلا شبكة أيضًا.',
  'field.url-too-long':
    'هذا العنوان أطول من {count} حرفًا ولا يمكن حفظه. استعمل العنوان القصير الذي يعطيه زر «مشاركة» في الموقع، أو نزّل الملف وأفلته هنا.',
  'field.not-youtube': 'هذا ليس فيلمًا على يوتيوب. لفيلم في مكان آخر اختر النوع «فيديو» وعنوان ملفه.',
  'field.url-becomes': 'يُعرض هذا بوصفه: {type}.',
}
