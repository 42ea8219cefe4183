import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import compile from 'icu-minify/compile';
import { defineConfig, type Plugin } from 'vite';

/** Every screen needs this font; preloaded, no text reflows. */
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

type Messages = { [key: string]: string | Messages };

const compileAll = (messages: Messages): object =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string' ? compile(message) : compileAll(message),
    ]),
  );

/** So the browser needs no parser for the texts. */
const compileMessages: Plugin = {
  name: 'compile-messages',
  apply: 'build',
  config: () => ({
    resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  }),
  async load(path) {
    const part = /\/lib\/i18n\/en(-rest)?\.ts$/.exec(path);
    if (!part) return undefined;
    const messages: Record<string, Messages> = await import(path);
    return Object.entries(messages)
      .map(([name, texts]) => `export const ${name} = ${JSON.stringify(compileAll(texts))};`)
      .join('\n');
  },
};

/** What many screens use, but none before somebody opens, picks or fills something in: a file for each. */
const later = {
  dialog:
    /\/(Modal|ModalBase|Overlay|FocusTrap|use-focus-trap|Paper|CloseButton|react-remove-scroll.*|use-sidecar|use-callback-ref|react-style-singleton|tslib)\/|\/ui\/dialog\/(dialog|confirm|form|loaded)/,
  dropdown: /@floating-ui|\/(Popover|Combobox|Select|ScrollArea|Menu|Floating)\/|\/ui\/choice\/search-choice/,
  form: /react-hook-form|@hookform|\/PasswordInput\/|\/ui\/form\/|\/ui\/field\/(?!date-input|calendar|field-formats)/,
};

const isLater = (path: string): boolean =>
  [...Object.values(later), /libphonenumber/].some((pattern) => pattern.test(path));

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
    preloadLatinFont,
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // A few files are fetched and read sooner than many small ones, and compress better.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'shared', minShareCount: 5, test: (path) => !isLater(path) },
            ...Object.entries(later).map(([name, test]) => ({ name, minShareCount: 2, test })),
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/pictures': server, '/health': server } },
});
