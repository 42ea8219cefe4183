/** A message of a customer, and the fields that it is to be read as. */
export type MessageSample = readonly [string, Record<string, string>];

export const banglaSamples: readonly MessageSample[] = [
  [
    'আসসালামু আলাইকুম, আমার নাম রহিম উদ্দিন। গাড়ি ঢাকা মেট্রো-গ ১১-২২৩৩, ফোন ০১৭১২৩৪৫৬৭৮',
    { name: 'রহিম উদ্দিন', phone: '01712345678', vehicleNumber: 'ঢাকা মেট্রো-গ ১১-২২৩৩' },
  ],
  ['আমি সাদিয়া ইসলাম বলছি\nকাল সকালে গাড়ি আনতে চাই', { name: 'সাদিয়া ইসলাম', appointmentDate: '2026-11-22' }],
  [
    'নাম: জামাল হোসেন\nমোবাইল: ০১৮১২-৩৪৫৬৭৮\nগাড়ি নং: চট্ট মেট্রো চ ৫১-০০৪২',
    { name: 'জামাল হোসেন', phone: '01812345678', vehicleNumber: 'চট্ট মেট্রো চ ৫১-০০৪২' },
  ],
  [
    'আমি রহিম, উত্তরা থেকে। ০১৭১৫৬৬৭৭৮৮ নম্বরে কল দিন',
    { name: 'রহিম', serviceCenter: 'uttara', phone: '01715667788' },
  ],
  [
    'আমি গাড়ি সার্ভিস করাতে চাই। আগামীকাল বিকাল ৪টায় আসতে পারব? ফোন ০১৮১৯২২৩৩৪৪',
    { phone: '01819223344', appointmentDate: '2026-11-22', appointmentTime: '16:00' },
  ],
  [
    'পরশু দুপুর ২টায় মিরপুর ওয়ার্কশপে আসব। গাড়ি ঢাকা মেট্রো-খ ১৩-৭৮৯০',
    {
      serviceCenter: 'mirpur',
      appointmentDate: '2026-11-23',
      appointmentTime: '14:00',
      vehicleNumber: 'ঢাকা মেট্রো-খ ১৩-৭৮৯০',
    },
  ],
  [
    'শুক্রবার সকাল ১০:৩০ টায় গাড়ি দিতে চাই। আমার নাম হাসান মাহমুদ, ০১৯১১২২৩৩৪৪',
    { name: 'হাসান মাহমুদ', phone: '01911223344', appointmentDate: '2026-11-27', appointmentTime: '10:30' },
  ],
  [
    'নাম - সুমাইয়া আক্তার\nফোন - ০১৫৫৬৭৭৮৮৯৯\nইমেইল sumaiya@example.org\nতারিখ ৫ ডিসেম্বর, বিকাল ৫টা',
    {
      name: 'সুমাইয়া আক্তার',
      phone: '01556778899',
      email: 'sumaiya@example.org',
      appointmentDate: '2026-12-05',
      appointmentTime: '17:00',
    },
  ],
  [
    '২৫ তারিখ সকাল ১১টায় আসতে চাই, আমি মাহবুব বলছি',
    { name: 'মাহবুব', appointmentDate: '2026-11-25', appointmentTime: '11:00' },
  ],
  ['ফেসবুকে আপনাদের পোস্ট দেখলাম, ব্রেক প্যাডের দাম কত? ০১৬৭৭৮৮৯৯০০', { phone: '01677889900', platform: 'facebook' }],
  [
    'আজকে সন্ধ্যা ৬টায় আসলে হবে? আমি নাজমুল হাসান বলছি, গাড়ি গাজীপুর মেট্রো-গ ১১-০০৯৯',
    {
      name: 'নাজমুল হাসান',
      appointmentDate: '2026-11-21',
      appointmentTime: '18:00',
      vehicleNumber: 'গাজীপুর মেট্রো-গ ১১-০০৯৯',
    },
  ],
  [
    '22/11/26, 11:02 - Shirin Akhter: সোমবার বিকাল ৩টায় সার্ভিস করাব',
    { name: 'Shirin Akhter', platform: 'whatsapp', appointmentDate: '2026-11-23', appointmentTime: '15:00' },
  ],
  [
    'গাড়ি নম্বর: ঢাকা মেট্রো চ ১২-৩৪৫৬\nনাম: মিজানুর রহমান\nমোবাইল: ০১৭০০১১২২৩৩\nশাখা: আগ্রাবাদ',
    {
      name: 'মিজানুর রহমান',
      serviceCenter: 'agrabad',
      phone: '01700112233',
      vehicleNumber: 'ঢাকা মেট্রো চ ১২-৩৪৫৬',
    },
  ],
  ['আমি জানতে চাই সার্ভিস চার্জ কত, উত্তর দিবেন ০১৯৮৭৬৫৪৩২১', { phone: '01987654321' }],
  [
    'রবিবার রাত ৮টায় ফোন দিবেন, আমার নাম তানিয়া রহমান। tania@example.com',
    {
      name: 'তানিয়া রহমান',
      email: 'tania@example.com',
      appointmentDate: '2026-11-22',
      appointmentTime: '20:00',
    },
  ],
];
