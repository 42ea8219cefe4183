import { Toaster as HotToaster } from 'react-hot-toast';

/**
 * Durations are react-hot-toast's and the specification's: blank and error 4000 ms, success 2000 ms, loading until
 * dismissed; at most 20, removed after 1000 ms, at most 350px wide.
 */
export function Toaster() {
  return (
    <HotToaster
      position="bottom-center"
      toastOptions={{
        style: {
          maxWidth: 350,
          background: 'var(--surface-raised)',
          color: 'var(--text)',
          boxShadow: 'var(--shadow-toast)',
          borderRadius: 8,
        },
      }}
    />
  );
}
