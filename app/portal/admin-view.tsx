import { Dialog } from '@base-ui/react/dialog';
import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import type { LetterJson } from '#core/letter.ts';
import type { DraftKeeper, DraftState } from './draft-keeper.ts';
import { ManageLetters } from './manage-letters.tsx';
import { UnsavedQuestion } from './unsaved-question.tsx';
import type { LetterForm } from './use-letter-form.ts';
import type { Saving } from './use-saving.ts';
import { WriteLetter } from './write-letter.tsx';

interface AdminViewProps {
  form: LetterForm;
  keeper: DraftKeeper;
  draftState: DraftState;
  saving: Saving;
  onChanged(): void;
  /** A letter was saved and its link was shown. */
  onDone(): void;
}

export function AdminView(props: AdminViewProps) {
  const { form, keeper, draftState, saving, onChanged, onDone } = props;
  const [tab, setTab] = useState<'write' | 'manage'>('write');
  const [managed, setManaged] = useState(false);
  const [wished, setWished] = useState<LetterJson | null>(null);
  /** The letter that was edited from the list, to return to in the list. */
  const [picked, setPicked] = useState<string | null>(null);
  const [returned, setReturned] = useState<{ id: string } | null>(null);
  const editing = form.editing !== null;

  function turnTo(next: 'write' | 'manage') {
    setTab(next);
    if (next === 'manage') setManaged(true);
  }

  /** The words that were in the form stay behind as a draft. */
  async function edit(letter: LetterJson) {
    const edited = form.editing?.id === letter.id && form.draft !== null;
    if (edited) setTab('write');
    else if (await keeper.settle()) begin(letter);
    else setWished(letter);
  }

  function begin(letter: LetterJson) {
    keeper.release();
    saving.forgetTrouble();
    form.edit(letter);
    setPicked(letter.id);
    setWished(null);
    setTab('write');
  }

  /** The edited letter was deleted. What was changed may be sent as a new one; what was not is gone with it. */
  function forget() {
    if (form.draft) form.stopEditing();
    else form.clear();
  }

  function comeBack(id: string) {
    // What was offered as a draft was not picked in the list.
    if (id !== picked) return;
    setReturned({ id });
    setTab('manage');
  }

  return (
    <>
      <Dialog.Title className="portal__title">
        {editing ? 'edit letter' : 'admin portal'}
      </Dialog.Title>
      <Tabs.Root className="portal__tabs" value={tab} onValueChange={turnTo}>
        <Tabs.List className="tabs">
          <Tabs.Tab className="tabs__tab" value="write">
            {editing ? 'edit letter' : 'send letter'}
          </Tabs.Tab>
          <Tabs.Tab className="tabs__tab" value="manage">
            manage letters
          </Tabs.Tab>
        </Tabs.List>
        {/*
          Each stays behind the other, so that whoever comes back finds it as it was. Neither is a stop
          of the Tab key: its ring lay round the search field, and what was typed there went nowhere.
        */}
        <Tabs.Panel className="portal__panel" value="write" tabIndex={-1} keepMounted>
          <WriteLetter
            active={tab === 'write'}
            form={form}
            keeper={keeper}
            draftState={draftState}
            saving={saving}
            onCancelled={comeBack}
            onDone={onDone}
          />
        </Tabs.Panel>
        <Tabs.Panel className="portal__panel" value="manage" tabIndex={-1} keepMounted={managed}>
          <ManageLetters
            active={tab === 'manage'}
            returned={returned}
            onDeleted={(id) => {
              if (form.editing?.id === id) forget();
              onChanged();
            }}
            onEdit={edit}
          />
        </Tabs.Panel>
      </Tabs.Root>
      <UnsavedQuestion
        open={wished !== null}
        state={draftState}
        consequence="If you edit another letter now, your latest changes will be lost."
        action="Edit anyway"
        onStay={() => setWished(null)}
        onGo={() => wished && begin(wished)}
      />
    </>
  );
}
