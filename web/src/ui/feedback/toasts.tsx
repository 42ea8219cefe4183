import { createRoot } from 'react-dom/client';
import toasts, { Toaster } from 'react-hot-toast';

const place = document.createElement('div');
document.body.append(place);

/**
 * Durations are react-hot-toast's and the specification's: blank and error 4000 ms, success 2000 ms, loading until
 * dismissed; at most 20, removed after 1000 ms, at most 350px wide. They stand in the header's empty middle and take no
 * presses: what is below one works as ever.
 */
createRoot(place).render(
  <Toaster
    position="top-center"
    containerStyle={{ top: 4 }}
    toastOptions={{
      style: {
        maxWidth: 350,
        pointerEvents: 'none',
        background: 'var(--surface-raised)',
        color: 'var(--text)',
        boxShadow: 'var(--shadow-toast)',
        borderRadius: 8,
      },
    }}
  />,
);

export { toasts };
