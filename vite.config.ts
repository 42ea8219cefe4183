import { globSync, readFileSync } from 'node:fs';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import compile from 'icu-minify/compile';
import { type CSSOptions, defineConfig, type Plugin } from 'vite';
import { callsOnly } from './scripts/calls-only.ts';
import { auth } from './web/src/lib/i18n/en/auth.ts';
import { customMedia } from './web/src/theme/media.ts';

const preloadLatinFont: Plugin = {
  name: 'preload-latin-font',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
      return font
        ? [
            {
              tag: 'link',
              attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            },
          ]
        : [];
    },
  },
};

const firstScreens = [
  '/auth/login',
  ...['/main/leads', '/main/dashboard', '/main/today', '/main/managementDashboard'],
];

const earlyPage: Plugin = {
  name: 'early-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const filesOf = (module: string): string[] => {
        const found = new Set<string>();
        const styles = new Set<string>();
        const add = (name: string) => {
          const chunk = chunks.find(({ fileName }) => fileName === name);
          if (!chunk || chunk.isEntry || found.has(name)) return;
          found.add(name);
          for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
          chunk.imports.forEach(add);
        };
        for (const { fileName, moduleIds } of chunks)
          if (moduleIds.some((id) => id.includes(`${module}.tsx?tsr-split=component`))) add(fileName);
        return [...found, ...styles].map((name) => `/${name}`);
      };
      const parts = Object.fromEntries(
        firstScreens.map((path) => {
          const [, layout] = path.split('/');
          const files = [`/routes/${layout}/route`, `/routes${path}`].flatMap(filesOf);
          return [path, [...new Set(files)]];
        }),
      );
      return html
        .replace('src="/before-app.js"', `src="/before-app.js" data-parts='${JSON.stringify(parts)}'`)
        .replace(/\{\{(\w+)\}\}/g, (_place, key: string) => String(auth[key as keyof typeof auth]));
    },
  },
};

type Messages = { [key: string]: string | Messages };

const compileAll = (messages: Messages): Record<string, object | string> =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string' ? compile(message) : compileAll(message),
    ]),
  );

// Texts that no first screen shows: they come with what does.
const laterTexts = [
  'assignment',
  'audit',
  'authPages',
  'bookingOutcomes',
  'bookingRules',
  'bookings',
  'customerMessages',
  'customers',
  'duplicates',
  'employees',
  'firstSteps',
  'imports',
  'intake',
  'invites',
  'leadBulk',
  'leadContact',
  'leadHistory',
  'leadPanel',
  'messageSettings',
  'offerings',
  'places',
  'profile',
  'queueRule',
  'reports',
  'serviceCenters',
  'settings',
  'setup',
  'systemStatus',
  'working',
  'workingHours',
];
const laterUse = new RegExp(`useTranslations\\(["'](${laterTexts.join('|')})\\b`, 'g');
const laterKey = new RegExp(`'((?:${laterTexts.join('|')})(?:\\.\\w+)+)'`, 'g');

// What waits for its code is named already.
function pickNamed(texts: Messages): Messages {
  const picked: Messages = {};
  for (const file of globSync('web/src/**/*.{ts,tsx}'))
    for (const [, key = ''] of readFileSync(file, 'utf8').matchAll(laterKey)) {
      const names = key.split('.');
      const last = names.pop() ?? '';
      let from: Messages | string | undefined = texts;
      let to = picked;
      for (const name of names) {
        from = typeof from === 'object' ? from[name] : undefined;
        to[name] ??= {};
        to = to[name] as Messages;
      }
      const text = typeof from === 'object' ? from[last] : undefined;
      if (typeof text === 'string') to[last] = text;
    }
  return picked;
}

const compileMessages: Plugin = {
  name: 'compile-messages',
  apply: 'build',
  config: () => ({
    resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  }),
  async load(path) {
    const [, folder, file] = /^(.*\/lib\/i18n\/)en(\/[\w-]+)?\.ts$/.exec(path) ?? [];
    if (folder === undefined) return undefined;
    const { en }: { en: Messages & { contract: Messages } } = await import(`${folder}en.ts`);
    if (file !== undefined) {
      const later = laterTexts.find((name) => `/${toFileName(name)}` === file);
      return (
        later && `import { en } from '../en.ts'; en.${later} = ${JSON.stringify(compileAll(en)[later])};`
      );
    }
    const { contract, ...texts } = en;
    const first = Object.fromEntries(Object.entries(texts).filter(([name]) => !laterTexts.includes(name)));
    // Most of the contract's messages are compiled already: the browser has them, and need not fetch them twice.
    const compiled = Object.entries(compileAll(contract)).filter(([key, text]) => text !== contract[key]);
    return `import { messages } from '#contract/call/messages.ts';
      export const en = { ...${JSON.stringify(compileAll({ ...first, ...pickNamed(texts) }))},
        contract: { ...messages, ...${JSON.stringify(Object.fromEntries(compiled))} } };`;
  },
  transform: {
    filter: { id: /\/web\/src\/.*\.tsx?(?:\?|$)/ },
    handler(code) {
      const names = new Set([...code.matchAll(laterUse)].map(([, name = '']) => name));
      const imports = [...names].map((name) => `import '#web/lib/i18n/en/${toFileName(name)}.ts';`);
      return imports.length === 0 ? undefined : { code: `${code}\n${imports.join('\n')}`, map: null };
    },
  },
};

const toFileName = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const postcss = {
  plugins: [
    {
      postcssPlugin: 'custom-media',
      AtRule: {
        media(rule) {
          for (const [name, condition] of Object.entries(customMedia))
            rule.params = rule.params.replaceAll(`(${name})`, condition);
        },
      },
    },
  ],
} satisfies CSSOptions['postcss'];

const later = {
  dialog:
    /\/(Modal|ModalBase|Overlay|FocusTrap|use-focus-trap|Paper|CloseButton|react-remove-scroll.*|use-sidecar|use-callback-ref|react-style-singleton|tslib)\/|\/ui\/dialog\/(dialog\.tsx|confirm-|form-)/,
  dropdown: /@floating-ui|\/(Popover|Combobox|Select|ScrollArea|Menu|Floating)\/|\/ui\/choice\/search-choice/,
  settings: /\/features\/settings\/|\/contract\/src\/intake\/(connections|whatsapp|meta)/,
  queries: /\/(useQueries|queriesObserver)/,
  bookings:
    /\/features\/leads\/booking\/(?!outcome-icons)|\/contract\/src\/(bookings|customer-messages|message-texts)|\/use-language-name/,
  imports: /\/contract\/src\/import/,
  people: /\/features\/employees\/(employee-(actions|tabs)|use-employee-(rows|questions))/,
  bookingTexts: /\/lib\/i18n\/en\/(booking-outcomes|customer-messages)/,
  panelTexts: /\/lib\/i18n\/en\/(lead-(panel|contact)|working\.)/,
  texts: /\/lib\/i18n\/en\/(?!reports|booking-outcomes|lead-(panel|contact)|customer-messages|working\.)/,
  reports: /\/lib\/i18n\/en\/reports/,
  form: /\/ui\/form\/|\/ui\/field\/(?!date-input|calendar|field-formats)/,
};

const login = {
  basics:
    /\/(TextInput|InputBase|NativeSelect)\/|\/ui\/choice\/choice|\/ui\/frame\/portrait|\/lib\/format\/use-formats|\/react-router\/.*\/useLocation|\/ui\/feedback\/(skeleton|notice|toast)|\/use-uncontrolled\/|\/lib\/browser\/(drafts|lazy-module)|\/ui\/lazy\/|\/lib\/session\/without-passwords/,
  fields:
    /react-hook-form|@hookform|\/PasswordInput\/|\/ui\/field\/(fields|password-field)|\/ui\/form\/(use-form|refusals|leave|drafts|outside-changes)|\/contract\/src\/login\/|\/features\/auth\/auth-/,
};

const isLater = (path: string): boolean =>
  [...Object.values(later), login.fields, /libphonenumber/].some((pattern) => pattern.test(path));

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: 'web',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    compileMessages,
    callsOnly,
    preloadLatinFont,
    earlyPage,
  ],
  css: { postcss },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Schemas that nothing uses go. A call of `z` that does something is imported by its own name.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        // A few files are fetched and read sooner than many small ones, and compress better.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            ...Object.entries(login).map(([name, test]) => ({ name, minShareCount: 2, test })),
            { name: 'shared', minShareCount: 7, test: (path) => !isLater(path) },
            ...Object.entries(later).map(([name, test]) => ({ name, minShareCount: 2, test })),
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/form': server, '/pictures': server, '/health': server } },
});
