/// The privacy policy that holds until a workspace publishes its own. Whenever the text changes, its version does.
enum BundledPolicy {
    static let version = "bundled-2"
    /// When it came into force.
    static let effective = "2026-11-23T00:00:00Z"

    static let text = """
        # Privacy Policy

        **Version bundled-2, in force since November 23, 2026.** This is the text that comes with the program. It holds until \
        whoever runs this service publishes a text of their own.

        ## 1. Introduction

        Recruiting Compass helps student athletes and their families to keep recruiting documents in one place and to share them \
        with coaches. Those documents say much about a young person. This policy tells what we keep, why we keep it, who can see \
        it, and what you can ask of us.

        In this policy, "we" means whoever runs the service that you are using, and "you" means everybody who uses it: athletes, \
        parents and guardians, advisers, and coaches who open a link. By "documents" we mean the files that are stored here, with \
        their titles, descriptions and versions.

        ## 2. Information We Collect

        ### Information You Provide

        - **Account information:** your name, the name that you sign in with, and a password. We keep the password only in a form \
        from which it cannot be read back.
        - **Documents:** the files that you or others upload for you, such as highlight videos, transcripts, resumes, \
        recommendation letters, questionnaires and stats sheets, and what you write about them.
        - **Choices:** the schools that a document is shared with, the links that you make for coaches, and the versions of this \
        policy that you have accepted, with the time and, where it is known, the address that you accepted from.
        - **Messages:** what you write when you ask us for help.

        ### Automatically Collected Information

        - **Log data:** when the service was used, by which account, from which network address, and which change was made. We \
        need this to protect accounts and to find faults.
        - **Sign-ins:** when each of your sessions began and was last used, from which network address and with which browser. \
        Of a failed sign-in we keep only a code that lets us count it.
        - **Processing records:** what happened to a file after it was uploaded, such as which checks it passed, and why it was \
        refused if it was.
        - **Views of links:** how often a link for coaches was opened, and when it was opened last. To count a visitor once an hour \
        we compute a code from the network address and the browser's name with a secret that changes every day. We keep neither \
        the address nor the browser's name with that count.

        ### Where It Is Kept

        - **Files** lie in the store of this service, each under a name of its own. Until a file has been sent and checked it lies \
        apart from them, and so does one that was refused, with the reason.
        - **Everything else** is in one database: accounts, titles and descriptions, versions, shares, links, records of processing, \
        sign-ins and changes.
        - **Copies** of both are in the backups that whoever runs this service makes.
        - **Your browser** keeps what section 8 names.

        We do not buy information about you, and we do not collect your location, your contacts or what you do on other sites.

        ## 3. How We Use Your Information

        We use information only for these purposes:

        1. To store your documents, keep their versions apart, and show them to you and to those you choose.
        2. To check that files are what they claim to be, so that nobody who opens them comes to harm.
        3. To announce to schools and people what you want announced.
        4. To let you sign in, and to keep others from signing in as you.
        5. To keep the service working, to find faults, and to prevent abuse.
        6. To meet duties that the law gives us.

        Where the General Data Protection Regulation (GDPR) applies, we rely on our contract with you for purposes 1 to 4, on our \
        legitimate interest in a safe service for purpose 5, and on legal obligation for purpose 6. We make no decision about you \
        by automated means alone that has legal effects. We do not use your documents for advertising or to train models.

        ## 4. How We Share Your Information

        We do not sell your personal information, and we do not share it for advertising. Others receive it only like this:

        - **Schools and coaches:** they see the documents that you share with them, and nothing else.
        - **People with a link:** everybody who has the address of a link can see the documents that it shows, until it expires or \
        you revoke it. Give such an address only to people whom you trust with it.
        - **Administrators:** people who run this service can see documents and accounts as far as they need to for their work.
        - **Service providers:** where another company stores data or delivers messages for us, it may use them for nothing else.
        - **Authorities:** if the law demands it of us, and no more than it demands.

        ## 5. Data Retention

        We keep documents until you delete them. A deleted document first lies in the trash, from which it can be restored, and is \
        erased for good when its time there is over.

        - **Documents in the trash:** 30 days, unless this service says otherwise. You can erase one at once.
        - **Files that were not sent to their end:** a day.
        - **Files that were refused:** until they are released or discarded.
        - **Records of how files were processed:** 90 days, unless this service says otherwise.
        - **Sessions:** 7 days after their last use, 30 days at most. **Links:** until the day that you choose, or until you revoke \
        them. **Codes that count visitors:** a day.
        - **The record of changes, and of which policy you have accepted:** as long as we may need it as evidence.
        - **Backups:** copies in them go when the backups do.

        When your account is removed, its sessions and access tokens end at once. Documents that are yours are erased if you ask for \
        it, and otherwise stay with those who answer for them, such as your school or club.

        ## 6. Data Security

        Documents and the database lie in folders that only the service itself can read. Each stored file is checked against its \
        digest when it is read. Passwords, sign-ins and access tokens are stored as hashes. Links are signed, and they expire. \
        Every change is recorded with its author and its time. No system is perfectly secure: if we learn of a breach that \
        concerns you, we will tell you and the authorities as the law requires.

        ## 7. Your Rights and Choices

        Wherever you live, you can:

        - see the information about you and get a copy of your documents,
        - have what is wrong corrected,
        - delete documents, or have your account deleted,
        - end the sharing of a document, and revoke a link, at any time,
        - object to a use of your information, or ask that it be restricted.

        ### If You Live in the European Economic Area or the United Kingdom

        These are rights under the GDPR. You also have the right to receive your information in a form that machines can read, to \
        withdraw a consent that you gave, and to complain to the data protection authority of your country.

        ### If You Live in California

        Under the California Consumer Privacy Act (CCPA) you have the right to know which categories of personal information we \
        collect and why (sections 2 and 3), to have it deleted or corrected, and to be treated like everybody else when you use \
        these rights. We do not sell or share personal information as that law understands these words.

        Write to us to use any of these rights. We answer within a month. We may have to ask for a proof that it is you who asks.

        ## 8. Cookies and Similar Technologies

        We set one cookie when you sign in: it holds a random value that tells us that it is you, and it goes when you sign out or \
        when the session ends. Your browser may keep what you prefer, such as the order of a list, and the progress of an upload. \
        We use no cookies for advertising and none of other companies. A coach who opens a link gets no cookie.

        ## 9. Children's Privacy

        Many athletes are minors. A person under 13 may use this service only through an account of a parent or guardian. Where the \
        law of your country sets a higher age for consent, that age counts. Parents and guardians may see, correct and delete what \
        we keep about their child. If we learn that a child has given us information without that consent, we delete it.

        ## 10. International Data Transfers

        Your information is kept where the service is run. That may be another country than yours. Where we bring information out of \
        the European Economic Area or the United Kingdom, we use the safeguards that the law provides, such as standard contractual \
        clauses. Schools and coaches whom you share documents with may be in other countries as well.

        ## 11. Changes to This Policy

        When this policy changes, it gets a new version and a date from which that holds, and earlier versions stay available. If a \
        change matters to you, we will ask you to accept the new version when you next sign in. What you have accepted before stays \
        on record as it was.

        ## 12. Contact Us

        If you have questions about this Privacy Policy, or want to use one of your rights, write to us:

        **Recruiting Compass**\\
        [Email privacy@recruitingcompass.com](mailto:privacy@recruitingcompass.com)\\
        [Email support@recruitingcompass.com](mailto:support@recruitingcompass.com)

        """
}
