import { Dialog } from './dialog.tsx';
import { LoadFailed } from './list-states.tsx';
import { Skeleton } from './skeleton.tsx';

type DialogLoadingProps = {
  title: string;
  /** How many fields will stand there. */
  fields: number;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
};

/** A form's modal while its record is fetched, or when that failed. */
export function DialogLoading({ title, fields, error, onRetry, onClose }: DialogLoadingProps) {
  return (
    <Dialog isTall title={title} size={640} onClose={onClose}>
      {error ? (
        <LoadFailed error={error} onRetry={onRetry} />
      ) : (
        <div aria-busy style={{ display: 'grid', gap: 16 }}>
          {[...Array(fields).keys()].map((field) => (
            <Skeleton key={field} width="100%" height={56} />
          ))}
        </div>
      )}
    </Dialog>
  );
}
